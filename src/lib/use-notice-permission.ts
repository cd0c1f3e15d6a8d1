import { useEffect, useState } from 'react';

const now = (): NotificationPermission | 'unsupported' =>
  'Notification' in globalThis ? Notification.permission : 'unsupported';

/** What the browser allows of messages outside the page; follows its settings while the page is open. Asks for nothing. */
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
      () => undefined, // a browser that does not tell
    );
    window.addEventListener('focus', change);
    return () => {
      status?.removeEventListener('change', change);
      window.removeEventListener('focus', change);
    };
  }, []);
  return permission;
}
