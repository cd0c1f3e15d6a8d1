import { useEffect, useState } from 'react';

const now = (): NotificationPermission | 'unsupported' =>
  'Notification' in globalThis ? Notification.permission : 'unsupported';

/** The browser's permission for notifications, live. Never asks for it. */
export function useNoticePermission(): NotificationPermission | 'unsupported' {
  const [permission, setPermission] = useState(now);
  useEffect(() => {
    const change = () => setPermission(now());
    let status: PermissionStatus | undefined;
    navigator.permissions?.query({ name: 'notifications' }).then(
      (found) => {
        status = found;
        status.addEventListener('change', change);
      },
      () => undefined, // a browser without this event
    );
    window.addEventListener('focus', change);
    return () => {
      status?.removeEventListener('change', change);
      window.removeEventListener('focus', change);
    };
  }, []);
  return permission;
}
