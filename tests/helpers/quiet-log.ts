import { configureLog } from '../../server/telemetry/log';

// The servers of the tests write their log to nowhere; a test that asserts on lines captures them (tests/server/captured-log.ts).
configureLog({ format: 'json', level: 'silent' });
