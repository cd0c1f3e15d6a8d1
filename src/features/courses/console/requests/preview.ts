import { forgetPreviews, markPreview } from '@/device/session/preview';
import { previewRows } from '@/features/console-kit/requests/answers';
import { call } from '@/features/console-kit/requests/console-client';
import type { Plan } from '@/shared/entitlements';
import { newId } from '@/shared/new-id';
import { courseHref, paths } from '@/shared/paths';

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
