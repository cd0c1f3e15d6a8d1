import { phoneAgent } from './stage';

/** Firefox ESR from Debian, with the package that decodes videos. */
export const FIREFOX = '/usr/bin/firefox-esr';
export const FIREFOX_PACKAGES = ['firefox-esr', 'libavcodec59'];

/** Preferences that grant the notification permission and connect Firefox to the local push service. */
export const firefoxPrefs = (socketUrl: string) => ({
  // An automated browser's profile disables the connection to a push service.
  'dom.push.enabled': true,
  'dom.push.connection.enabled': true,
  'general.useragent.override': phoneAgent('Firefox'),
  'dom.push.serverURL': socketUrl,
  'dom.push.testing.allowInsecureServerURL': true,
  'dom.push.testing.ignorePermission': true,
  'permissions.default.desktop-notification': 1,
  'alerts.useSystemBackend': false,
  'intl.accept_languages': 'bg-BG',
  'media.autoplay.default': 0,
});
