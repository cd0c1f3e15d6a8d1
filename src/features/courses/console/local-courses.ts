import { createFromTemplate } from '@/features/console-kit/requests/courses';
import { createRow } from '@/features/console-kit/requests/records';
import type { PlanType, TemplateRow } from '@/features/console-kit/requests/rows';
import { readStored, writeStored } from '@/shared/local-storage';
import { STORAGE_KEYS } from '@/shared/names';
import { newId } from '@/shared/new-id';

// Courses that exist on this device only. Accounts without rights create them; the course list shows them until an administrator publishes them.

export interface LocalCourse {
  id: string;
  title: string;
  description: string | null;
  plan_type: PlanType;
  /** Number of modules of the template. The list shows this number, because the course has no lessons yet. */
  modules: number;
  /** Id of the template, if the course was created from one. */
  template?: string;
}

export type CourseTemplate = Pick<TemplateRow, 'id' | 'name' | 'modules'>;

/** The two example courses that the specification puts into local storage. */
const seed: readonly LocalCourse[] = [
  { id: 'local-1', title: 'Въведение в 3D печата', description: null, plan_type: 'free', modules: 5 },
  { id: 'local-2', title: 'Моделиране за 3D печат', description: null, plan_type: 'basic', modules: 8 },
];

const readList = (key: string): unknown[] | null => {
  try {
    const stored: unknown = JSON.parse(readStored(key) ?? 'null');
    return Array.isArray(stored) ? stored : null;
  } catch {
    return null;
  }
};

const isLocalCourse = (value: unknown): value is LocalCourse => {
  const { id, title, modules } = (value ?? {}) as Record<string, unknown>;
  return typeof id === 'string' && typeof title === 'string' && typeof modules === 'number';
};

/** @returns the stored courses, or the two seed courses if nothing is stored */
export const localCourses = (): LocalCourse[] =>
  readList(STORAGE_KEYS.localCourses)?.filter(isLocalCourse) ?? [...seed];

const isTemplate = (value: unknown): value is CourseTemplate => {
  const { id, name, modules } = (value ?? {}) as Record<string, unknown>;
  return typeof id === 'string' && typeof name === 'string' && Array.isArray(modules);
};

/** @returns the templates of the server's last response */
export const localTemplates = (): CourseTemplate[] => readList(STORAGE_KEYS.localTemplates)?.filter(isTemplate) ?? [];

export const storeTemplates = (templates: readonly CourseTemplate[]) =>
  writeStored(
    STORAGE_KEYS.localTemplates,
    JSON.stringify(templates.map(({ id, name, modules }) => ({ id, name, modules }))),
  );

const store = (courses: readonly LocalCourse[]) => writeStored(STORAGE_KEYS.localCourses, JSON.stringify(courses));

/** Courses that were created on this device, without the two seed courses. */
export const localDrafts = (): LocalCourse[] => localCourses().filter(({ id }) => !id.startsWith('local-'));

export function addLocalCourse(course: Omit<LocalCourse, 'id'>): LocalCourse {
  const added: LocalCourse = { ...course, id: newId() };
  store([added, ...localCourses()]);
  return added;
}

/** Creates the local course on the server under the same id, so that publishing twice creates one row. @throws ConsoleError */
export async function publishLocalCourse({ id, title, description, plan_type, template }: LocalCourse): Promise<void> {
  const fields = { title, description, plan_type, status: 'draft' as const };
  await (template ? createFromTemplate(id, fields, template) : createRow('courses', id, fields));
  store(localCourses().filter((course) => course.id !== id));
}
