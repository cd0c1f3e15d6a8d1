import { knowsConnection } from '@/device/connection';
import { setWifiOnly, useWifiOnly } from '@/features/downloads/mutations/wifi-only';
import { wifiText as text } from '@/features/downloads/text';
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
