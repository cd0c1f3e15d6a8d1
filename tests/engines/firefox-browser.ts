import { phoneAgent } from './stage';

/** Firefox ESR as Debian installs it, with the decoder of its videos. */
export const FIREFOX = '/usr/bin/firefox-esr';
export const FIREFOX_PACKAGES = ['firefox-esr', 'libavcodec59'];

/** Settings of a Firefox that grants push messages and is connected to the local push service. */
export const firefoxPrefs = (socketUrl: string) => ({
  // The profile of an automated browser has no connection to a push service.
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
