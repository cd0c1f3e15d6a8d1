import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { NotificationRow } from '@/shared/rows';

/** Icon and colour of each type of notification. */
export const notificationStyles = {
  info: { Icon: Info, colour: 'text-info' },
  success: { Icon: CircleCheck, colour: 'text-ok' },
  warning: { Icon: TriangleAlert, colour: 'text-warn' },
  error: { Icon: CircleAlert, colour: 'text-danger' },
} satisfies Record<NotificationRow['type'], object>;
