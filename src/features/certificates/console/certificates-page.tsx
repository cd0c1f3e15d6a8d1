import { useConsoleAddress } from '@/features/console-kit/widgets/use-console-address';
import { Tabs } from '@/ui/tabs';
import { CertificatesTab } from './certificates-tab';
import { IssuedTab } from './issued-tab';
import { adminCertificatesText as text } from './text';

const tabs = ['certificates', 'issued'] as const;

/** Two tabs: the certificates, and the copies issued to learners. */
export function CertificatesPage() {
  const { get, set } = useConsoleAddress();
  const current = tabs.find((tab) => tab === get('tab')) ?? 'certificates';
  return (
    <Tabs
      label={text.tabsLabel}
      tabs={tabs.map((id) => ({ id, title: text.tabs[id] }))}
      current={current}
      onChange={(tab) => set({ tab: tab === 'certificates' ? null : tab, page: null, q: null, dialog: null })}
    >
      {current === 'certificates' ? <CertificatesTab /> : <IssuedTab />}
    </Tabs>
  );
}
