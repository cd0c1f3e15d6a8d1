import { expect, type Page } from '@playwright/test';
import { whenHeard } from './shell';

/** Locators and actions for the discussion of a lesson page: comments, likes, notes, resources. */

export const likeButton = (page: Page) => page.getByRole('button', { name: /^Харесвам урока/ });
export const likeCount = (page: Page, count: number) =>
  expect(likeButton(page)).toHaveAccessibleName(new RegExp(`, ${count} `), whenHeard);

export const commentsPanel = (page: Page) => page.getByRole('region', { name: 'Коментари', exact: true });
export const notesPanel = (page: Page) => page.getByRole('region', { name: 'Бележки', exact: true });

/** Finds a comment by its text. */
export const comment = (page: Page, words: string) =>
  commentsPanel(page).getByRole('listitem').filter({ hasText: words });
/** Finds a note by its text. */
export const note = (page: Page, words: string) =>
  notesPanel(page).getByRole('listitem').filter({ hasText: words }).first();

export async function openComments(page: Page) {
  await page.locator('button[aria-expanded]', { hasText: /^Коментари/ }).click();
  // Opening the panel focuses its text field.
  await expect(page.getByLabel('Вашият коментар')).toBeFocused();
}

export async function say(page: Page, words: string) {
  await page.getByLabel('Вашият коментар').fill(words);
  await page.getByRole('button', { name: 'Публикувайте' }).click();
  await expect(comment(page, words)).toBeVisible();
  await expect(page.getByLabel('Вашият коментар')).toHaveValue('');
}

/** Opens the notes. The selector needs `aria-expanded`, because a filter of the timeline has the same name as the button of the notes. */
export const openNotes = (page: Page) => page.locator('button[aria-expanded]', { hasText: /^Бележки/ }).click();

export async function takeNote(page: Page, words: string) {
  await page.getByLabel(/^Бележка към/).fill(words);
  await page.getByRole('button', { name: 'Запишете', exact: true }).click();
  await expect(note(page, words)).toBeVisible();
}
