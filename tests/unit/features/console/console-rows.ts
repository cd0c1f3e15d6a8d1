// Rows of the console's tables, as the server answers them.

const row = {
  row_version: 1,
  deleted_at: null,
  created_at: '2026-11-01T10:00:00Z',
  updated_at: '2026-11-01T10:00:00Z',
};
export const course = {
  ...{ ...row, id: '11111111-0000-4000-8000-000000000001', title: 'Калибриране', description: null },
  ...{ status: 'published', plan_type: 'basic', thumbnail_url: null, category: null, instructor: null },
  ...{ shape: null, hue: null },
};
export const video = {
  ...{ ...row, id: '22222222-0000-4000-8000-000000000001', course_id: course.id, title: 'Кубче', description: null },
  ...{ video_url: 'a.mp4', media_bytes: 1, captions: null, chapters: null, duration_seconds: 20, order_position: 1 },
  ...{ thumbnail_url: null, is_free_preview: false, status: 'published' },
};
/** An account with a granted plan. */
export const person = {
  ...{ id: '55555555-0000-4000-8000-000000000001', email: 'ivo@sloy.test', full_name: 'Иво' },
  ...{ created_at: '2026-11-01T10:00:00Z', last_sign_in_at: null, has_pro_plan: true, has_premium_plan: false },
  ...{ plan: 'pro', paid_plan: null, granted_plan: 'pro', granted_until: '2027-01-01T22:00:00Z', status: null },
  ...{ billing_period: null, current_period_end: null, trial_ends_at: null, cancel_at_period_end: false },
  ...{ is_admin: false, deleted_at: null, blocked_at: null, row_version: 1 },
};
