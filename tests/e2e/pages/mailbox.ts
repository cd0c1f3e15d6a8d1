import type { BrowserContext, Page } from '@playwright/test';

/** Opens the newest link e-mailed to an address in a new tab; `mailbox` is the URL of the local mailbox. */
export async function openMailedLink(context: BrowserContext, mailbox: string, email: string): Promise<Page> {
  const tab = await context.newPage();
  await tab.goto(mailbox);
  const mail = tab.getByRole('article').filter({ hasText: email }).first();
  await tab.goto((await mail.getByRole('link').getAttribute('href')) ?? '');
  await tab.getByRole('button', { name: 'Влезте в профила си' }).click();
  return tab;
}
