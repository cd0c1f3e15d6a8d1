import { setWifiOnly, useWifiOnly } from '@/data/downloads/wifi-only';
import { knowsConnection } from '@/lib/connection';
import { wifiText as text } from '@/text/offline';
import { Switch } from '@/ui/switch';

/** Downloads over Wi-Fi alone; only where the browser tells the kinds of connection apart. */
export function WifiSwitch() {
  const on = useWifiOnly();
  if (!knowsConnection()) return null;
  return (
    <Switch
      className="mt-4 w-full max-w-xl"
      label={text.only}
      hint={text.onlyHint}
      checked={on}
      onChange={({ target }) => setWifiOnly(target.checked)}
    />
  );
}
