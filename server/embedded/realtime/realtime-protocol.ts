// The Realtime wire format, version 2.0.0: JSON arrays [join_ref, ref, topic, event, payload]; channel names carry the prefix `realtime:`.
import * as v from 'valibot';

export interface Message {
  joinRef: string | null;
  ref: string | null;
  topic: string;
  event: string;
  payload: Record<string, unknown>;
}

const messageSchema = v.tuple([
  v.nullable(v.pipe(v.string(), v.maxLength(40))),
  v.nullable(v.pipe(v.string(), v.maxLength(40))),
  v.pipe(v.string(), v.maxLength(300)),
  v.pipe(v.string(), v.maxLength(60)),
  v.record(v.string(), v.unknown()),
]);

export function parseMessage(text: string): Message | undefined {
  try {
    const result = v.safeParse(messageSchema, JSON.parse(text));
    if (!result.success) return undefined;
    const [joinRef, ref, topic, event, payload] = result.output;
    return { joinRef, ref, topic, event, payload };
  } catch {
    return undefined;
  }
}

export function serialise(message: Message): string {
  return JSON.stringify([message.joinRef, message.ref, message.topic, message.event, message.payload]);
}

export const CHANNEL_PREFIX = 'realtime:';
