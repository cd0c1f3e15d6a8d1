import { readFileSync } from 'node:fs';
import type { BrowserContext, Page } from '@playwright/test';

/** URL of the local mailbox, which the server printed when it started (tests/e2e/server.ts). */
export const mailboxUrl = () => readFileSync(`${process.env.SLOY_E2E_DATA}.mailbox`, 'utf8');

/** Opens the newest link e-mailed to an address in a new tab. @param press the button of the page that the link opens */
export async function openMailedLink(
  context: BrowserContext,
  email: string,
  press = 'Влезте в профила си',
): Promise<Page> {
  const tab = await context.newPage();
  await tab.goto(mailboxUrl());
  const mail = tab.getByRole('article').filter({ hasText: email }).first();
  await tab.goto((await mail.getByRole('link').getAttribute('href')) ?? '');
  await tab.getByRole('button', { name: press }).click();
  return tab;
}
