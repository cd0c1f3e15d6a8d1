import { useState } from 'react';
import type { Live } from '@/device/live/live';
import { usePlan } from '@/device/session/use-plan';
import type { LessonView } from '@/features/lessons/queries/queries';
import { useLesson } from '@/features/lessons/queries/use-lesson';
import { mayPlayLesson } from '@/shared/entitlements';

/** A lesson on the screen. A lesson that is withdrawn while it is open stays until the learner leaves it; a lost plan closes it. */
export function useOpenLesson(videoId: string): Live<LessonView | null> {
  const found = useLesson(videoId);
  const plan = usePlan();
  const [held, setHeld] = useState<LessonView | null>(null);
  if (found.data?.lesson && found.data !== held) setHeld(found.data);
  if (found.status !== 'ready' || found.data?.lesson || held?.video.id !== videoId) return found;
  const allowed = !held.course || mayPlayLesson(plan, held.course.plan_type, held.video);
  return allowed ? { ...found, data: held } : found;
}
