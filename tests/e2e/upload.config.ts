import { defineConfig } from '@playwright/test';
import base from './playwright.config';

// `npm run test:upload`: the test starts its own server, because the test also kills the server.
const { webServer: _, ...shared } = base;

export default defineConfig({
  ...shared,
  testMatch: /upload\.long\.ts$/,
  retries: 0,
  projects: [{ name: 'desktop', use: { viewport: { width: 1280, height: 800 } } }],
});
