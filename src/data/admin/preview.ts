import { courseHref, paths } from '@/config/paths';
import { forgetPreviews, markPreview } from '@/data/session/preview';
import type { Plan } from '@/domain/entitlements';
import { newId } from '@/lib/new-id';
import { previewRows } from './answers';
import { call } from './console-client';

/** Opens the course as a learner with `plan` sees it, drafts included, on a temporary mirror. @throws ConsoleError */
export async function startPreview(courseId: string, plan: Plan): Promise<void> {
  const rows = await call('preview_course', { p_course: courseId, p_plan: plan }, previewRows);
  const { fillPreview } = await import('@sync');
  await forgetPreviews();
  const uid = newId();
  await fillPreview(uid, plan, rows);
  markPreview(uid, plan, courseId);
  location.assign(plan === 'free' ? paths.dashboardFree : courseHref(courseId));
}
