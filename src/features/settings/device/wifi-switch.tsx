import { setWifiOnly, useWifiOnly } from '@/data/downloads/wifi-only';
import { knowsConnection } from '@/lib/connection';
import { wifiText as text } from '@/text/offline';
import { Switch } from '@/ui/switch';

/** Switch for downloads over Wi-Fi only. Renders nothing if the browser does not report the type of connection. */
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
