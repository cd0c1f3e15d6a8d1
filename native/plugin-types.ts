// The app's own description of the plugins (src/app/start/native-plugins.ts) is a part of the plugins' types: this file compiles, or a new
// version of a plugin has changed what the app uses.
import type { AppPlugin } from '@capacitor/app';
import type { LocalNotificationsPlugin } from '@capacitor/local-notifications';
import type { PushNotificationsPlugin } from '@capacitor/push-notifications';
import type { NativeBridge } from '../src/app/start/native-plugins';

interface RealPlugins {
  PushNotifications: PushNotificationsPlugin;
  LocalNotifications: LocalNotificationsPlugin;
  App: AppPlugin;
}

export const check = (plugins: RealPlugins): NativeBridge['Plugins'] => plugins;
