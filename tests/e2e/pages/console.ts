import type { Page } from '@playwright/test';
import { expect } from '../device';
import { type Learner, newLearner, PASSWORD, serverClient } from '../learners';

/** Creates an account with administrator rights. */
export async function newAdmin(isSuper = false): Promise<Learner> {
  const learner = await newLearner('premium');
  const { error } = await serverClient().from('admin_users').insert({ email: learner.email, is_super_admin: isSuper });
  if (error) throw new Error(`admin: ${error.message}`);
  // Links the row to the account directly. Normally the confirmation of the e-mail address links them, but the tests skip the confirmation.
  const linked = await serverClient().from('admin_users').update({ user_id: learner.id }).eq('email', learner.email);
  if (linked.error) throw new Error(`admin: ${linked.error.message}`);
  return learner;
}

export async function fillSignIn(page: Page, email: string, password = PASSWORD) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Opens a URL of the console as a visitor and signs in there. */
export async function openConsole(page: Page, email: string, path = '/admin/dashboard') {
  await page.goto(path);
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
  await fillSignIn(page, email);
  await page.waitForURL(`**${path}`);
}
