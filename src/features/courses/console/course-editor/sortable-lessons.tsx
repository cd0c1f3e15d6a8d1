import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import type { ReactNode } from 'react';
import { editorText as text } from '@/features/console-kit/text/courses';
import type { RowDrag } from './lesson-row';

type RenderRow = (id: string, index: number, drag: RowDrag) => ReactNode;

interface SortableLessonsProps {
  ids: readonly string[];
  titleOf: (id: string) => string;
  renderRow: RenderRow;
  /** Called when a lesson is dropped; `to` is its new position, counted from 0. */
  onMove: (id: string, to: number) => void;
}

function SortableRow({ id, index, renderRow }: { id: string; index: number; renderRow: RenderRow }) {
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } = useSortable({
    id,
  });
  return renderRow(id, index, {
    rowRef: setNodeRef,
    gripRef: setActivatorNodeRef,
    gripProps: { ...attributes, ...listeners },
    style: { transform: transform ? `translate3d(0, ${transform.y}px, 0)` : undefined, transition },
    isDragging,
  });
}

/** The rows of the lessons. The administrator reorders them by drag and drop, or with the keyboard on the drag handle. */
export function SortableLessons({ ids, titleOf, renderRow, onMove }: SortableLessonsProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const nameOf = (id: string | number) => titleOf(String(id));
  const placeOf = (id: string | number) => ids.indexOf(String(id)) + 1;
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (over) onMove(String(active.id), ids.indexOf(String(over.id)));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={onDragEnd}
      accessibility={{
        screenReaderInstructions: { draggable: text.orderHelp },
        announcements: {
          onDragStart: ({ active }) => text.lifted(nameOf(active.id)),
          onDragOver: ({ active, over }) => (over ? text.over(nameOf(active.id), placeOf(over.id), ids.length) : ''),
          onDragEnd: ({ active }) => text.dropped(nameOf(active.id)),
          onDragCancel: ({ active }) => text.cancelled(nameOf(active.id)),
        },
      }}
    >
      <SortableContext items={[...ids]} strategy={verticalListSortingStrategy}>
        <ol>
          {ids.map((id, index) => (
            <SortableRow key={id} id={id} index={index} renderRow={renderRow} />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
}
