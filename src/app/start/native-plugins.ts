/**
 * The parts of Capacitor's plugins that the app uses. The native app has them in `window.Capacitor.Plugins`, so the web app needs no
 * Capacitor package. `native/` compares these types with the plugins' own.
 */
interface Listener {
  remove(): Promise<void>;
}
type Permission = 'prompt' | 'prompt-with-rationale' | 'granted' | 'denied';

export interface PushNotificationsPart {
  checkPermissions(): Promise<{ receive: Permission }>;
  requestPermissions(): Promise<{ receive: Permission }>;
  register(): Promise<void>;
  unregister(): Promise<void>;
  addListener(name: 'registration', listener: (token: { value: string }) => void): Promise<Listener>;
  addListener(name: 'registrationError', listener: (error: { error: string }) => void): Promise<Listener>;
  addListener(
    name: 'pushNotificationReceived',
    listener: (message: { title?: string; body?: string; data: unknown }) => void,
  ): Promise<Listener>;
  addListener(
    name: 'pushNotificationActionPerformed',
    listener: (action: { notification: { title?: string; body?: string; data: unknown } }) => void,
  ): Promise<Listener>;
}

export interface LocalNotificationsPart {
  schedule(options: {
    notifications: {
      id: number;
      title: string;
      body: string;
      sound?: string;
      smallIcon?: string;
      extra?: unknown;
      schedule?: { at: Date };
    }[];
  }): Promise<unknown>;
  addListener(
    name: 'localNotificationActionPerformed',
    listener: (action: { notification: { extra?: unknown } }) => void,
  ): Promise<Listener>;
}

export interface AppPart {
  getLaunchUrl(): Promise<{ url: string } | undefined>;
  addListener(name: 'appUrlOpen', listener: (event: { url: string }) => void): Promise<Listener>;
  addListener(name: 'backButton', listener: (event: { canGoBack: boolean }) => void): Promise<Listener>;
}

export interface NativeBridge {
  getPlatform(): string;
  Plugins: {
    PushNotifications: PushNotificationsPart;
    LocalNotifications: LocalNotificationsPart;
    App: AppPart;
  };
}

/** The bridge of the native app; undefined in a browser. */
export const nativeBridge = (): NativeBridge | undefined => (window as { Capacitor?: NativeBridge }).Capacitor;
