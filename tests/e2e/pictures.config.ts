import { defineConfig } from '@playwright/test';
import base from './playwright.config';

// `npm run pictures` takes pictures of every screen of the console and of the learner features, so that people can check them. It is not a part of the gate.
export default defineConfig({
  ...base,
  testMatch: /pictures(-learner)?\.long\.ts$/,
  outputDir: '../../test-results/pictures-run',
  retries: 0,
  use: { ...base.use, actionTimeout: 5_000 },
  projects: [{ name: 'pictures' }],
});
