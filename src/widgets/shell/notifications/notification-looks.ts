import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { NotificationRow } from '@/domain/rows';

/** The picture and the colour of each type of message. */
export const notificationLooks = {
  info: { Icon: Info, colour: 'text-info' },
  success: { Icon: CircleCheck, colour: 'text-ok' },
  warning: { Icon: TriangleAlert, colour: 'text-warn' },
  error: { Icon: CircleAlert, colour: 'text-danger' },
} satisfies Record<NotificationRow['type'], object>;
