/** The routes of push messages. Each route checks in this order: rate limit and token, body, permission (in the database). */
import { Hono } from 'hono';
import * as v from 'valibot';
import { cleanText } from '../../src/shared/clean-text';
import { bodyOf, fail, type ServiceEnv } from '../http/guards';
import type { Call } from '../http/service-client';
import type { ServiceDeps, ServiceModule } from '../http/service-module';
import type { PushSender } from './sender';

const MAX_USERS = 300; // more ids would exceed the body limit
const id = v.pipe(v.string(), v.uuid());
const link = v.pipe(v.string(), v.maxLength(1_000), v.regex(/^(\/(?![/\\])|https:\/\/)[^\s\p{Cc}]*$/u));
const text = v.pipe(v.string(), v.transform(cleanText));

const sendSchema = v.strictObject({
  userId: v.optional(id),
  userIds: v.optional(v.pipe(v.array(id), v.minLength(1), v.maxLength(MAX_USERS))),
  title: v.optional(
    v.pipe(
      text,
      v.transform((title) => title.replace(/\s+/g, ' ').trim()),
      v.nonEmpty(),
      v.maxLength(300),
    ),
  ),
  body: v.optional(v.pipe(text, v.maxLength(5_000)), ''),
  type: v.optional(v.picklist(['info', 'success', 'warning', 'error']), 'info'),
  link: v.nullish(link),
  notification_id: v.nullish(id),
});
const testSchema = v.strictObject({ userId: id });

const queuedSchema = v.union([
  v.object({ queued: v.number() }),
  v.object({ refused: v.picklist(['forbidden', 'not_found']) }),
]);
const statsSchema = v.nullable(v.object({ total: v.number(), android: v.number(), ios: v.number(), web: v.number() }));
const devicesSchema = v.nullable(
  v.array(v.object({ platform: v.picklist(['android', 'ios', 'web']), token: v.string() })),
);

export const pushModule = (call: Call, sender: PushSender): ServiceModule => ({
  routes: (deps) => pushRoutes(call, sender, deps),
});

function pushRoutes(call: Call, sender: PushSender, { guards }: ServiceDeps): Hono<ServiceEnv> {
  const app = new Hono<ServiceEnv>();

  app.get('/push-key', (c) => {
    c.header('Cache-Control', 'public, max-age=3600');
    return c.json({ push_key: sender.publicKey });
  });

  app.post('/api/send-push-notification', guards.person('push'), guards.strong, async (c) => {
    const body = await bodyOf(c, sendSchema);
    if (body instanceof Response) return body;
    if (body.userId && body.userIds) return fail(c, 'invalid_body', 'Give userId or userIds, not both');
    const { userId, userIds = userId ? [userId] : [], notification_id = null, title } = body;
    if (!notification_id && (!title || userIds.length === 0))
      return fail(c, 'invalid_body', 'Name a notification, or accounts and a title');
    const answer = v.parse(
      queuedSchema,
      await call('push_send', {
        p_caller: c.get('uid'),
        p_users: userIds,
        p_message: { title, body: body.body, type: body.type, link: body.link ?? null },
        p_notification: notification_id,
      }),
    );
    if ('refused' in answer) return fail(c, answer.refused, 'Only administrators, or a notification of your own');
    sender.wake();
    return c.json({ success: true, queued: answer.queued });
  });

  app.get('/api/push-stats', guards.person('service'), guards.strong, async (c) => {
    const stats = v.parse(statsSchema, await call('push_stats', { p_caller: c.get('uid') }));
    return stats ? c.json({ success: true, stats }) : fail(c, 'forbidden', 'Only administrators');
  });

  app.post('/api/test-push-notification', guards.person('push'), guards.strong, async (c) => {
    const body = await bodyOf(c, testSchema);
    if (body instanceof Response) return body;
    const { userId } = body;
    const devices = v.parse(devicesSchema, await call('push_devices_of', { p_caller: c.get('uid'), p_user: userId }));
    if (!devices) return fail(c, 'forbidden', 'Only administrators');
    const error = await sender.test(userId, devices);
    return c.json({ success: error === null, error });
  });
  return app;
}
