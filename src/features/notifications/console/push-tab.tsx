import { Send } from 'lucide-react';
import { useAccount } from '@/device/session/session-store';
import { useOnline } from '@/device/use-online';
import { useConsoleMutation, useConsoleQuery } from '@/features/console-kit/queries';
import { consoleText } from '@/features/console-kit/text/console';
import { messages, successes } from '@/features/console-kit/text/messages';
import { consoleToast } from '@/features/console-kit/widgets/console-toast';
import { formatNumber } from '@/shared/format/format';
import { Button } from '@/ui/button';
import { Card } from '@/ui/card';
import { Skeleton } from '@/ui/skeleton';
import { pushStatistics, sendTestPush } from './requests';
import { adminNotificationsText as text } from './text';

/** The push service's answer for an account without a registered device. */
const NO_DEVICE = 'no_device';

const kinds = ['total', 'android', 'ios', 'web'] as const;

/** The push-test panel: counts of registered devices, a test push to the administrator's own devices, and the limits of push. */
export function PushTab() {
  const account = useAccount();
  const online = useOnline();
  const stats = useConsoleQuery(['push-stats'], pushStatistics, { tables: [] });
  const test = useConsoleMutation((to: string) => sendTestPush(to), {
    onSuccess: (error) => {
      if (error === NO_DEVICE) consoleToast.error(text.noDevice, { description: error });
      else if (error) consoleToast.error(error);
      else consoleToast.success(successes.notifications.test);
    },
    // Show a readable text first, because a failure of the push service is only a code.
    onError: ({ detail }) => consoleToast.error(text.testFailed, detail === 'network' ? {} : { description: detail }),
  });
  return (
    <div className="grid gap-4 md:grid-cols-2 md:items-start">
      <Card className="grid gap-3 p-4">
        <h2 className="text-base">{text.devices}</h2>
        {stats.data ? (
          <dl className="grid grid-cols-2 gap-3">
            {kinds.map((kind) => (
              <div key={kind}>
                <dt className="text-muted text-sm">{text.deviceKinds[kind]}</dt>
                <dd className="num font-extrabold text-xl">{formatNumber(stats.data?.[kind] ?? 0)}</dd>
              </div>
            ))}
          </dl>
        ) : !online ? null : stats.error ? (
          <div role="alert" className="flex flex-wrap items-center gap-3">
            <span lang="en" className="text-danger text-sm">
              {messages.push.statistics}
            </span>
            <Button onClick={() => void stats.refetch()} busy={stats.isFetching}>
              {text.retry}
            </Button>
          </div>
        ) : (
          <div role="status" aria-label={consoleText.loading}>
            <Skeleton className="h-24 w-full" />
          </div>
        )}
        <Button
          kind="primary"
          busy={test.isPending}
          disabled={!online}
          onClick={() => account && test.mutate(account)}
          className="justify-self-start"
        >
          {!test.isPending && <Send size={18} aria-hidden="true" />}
          {text.test}
        </Button>
        {!online && <p className="text-muted text-sm">{consoleText.offlineText}</p>}
      </Card>
      <Card className="p-4">
        <h2 className="mb-2 text-base">{text.about}</h2>
        <ul className="grid list-disc gap-1.5 pl-5 text-sm">
          {text.aboutLines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </Card>
    </div>
  );
}
