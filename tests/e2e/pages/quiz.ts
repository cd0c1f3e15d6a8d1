import { expect, type Locator, type Page } from '@playwright/test';

/** Locators and actions for the quiz page. */

export const testUrl = (testId: string) => `/test/${testId}`;

export const heading = (page: Page) => page.getByRole('heading', { name: /^Въпрос \d+ от \d+/ });
export const atQuestion = (page: Page, number: number) =>
  expect(heading(page)).toHaveText(new RegExp(`^Въпрос ${number} от `));
export const option = (page: Page, name: string) =>
  page.getByRole('radio', { name, exact: true }).or(page.getByRole('checkbox', { name, exact: true }));
export const saved = (page: Page) => expect(page.getByText('Отговорите са запазени на устройството')).toBeVisible();
export const attempts = (page: Page) => page.getByRole('link', { name: /%/ });

export async function openTest(page: Page, testId: string) {
  await page.goto(testUrl(testId));
  await expect(page.getByRole('button', { name: /^(Start|Continue|Retake Test)$/ })).toBeVisible();
}

export async function begin(page: Page) {
  await page.getByRole('button', { name: /^(Start|Continue|Retake Test)$/ }).click();
  await expect(heading(page)).toBeVisible();
}

/** Selects the listed options of the current question; a question without an entry stays unanswered. */
export async function answer(page: Page, answers: Readonly<Record<string, readonly string[]>>) {
  const text = (await heading(page).textContent()) ?? '';
  const chosen = Object.entries(answers).find(([words]) => text.includes(words))?.[1] ?? [];
  for (const name of chosen) await option(page, name).check();
}

/** Answers all questions and finishes the quiz. */
export async function takeTest(page: Page, answers: Readonly<Record<string, readonly string[]>>, total: number) {
  for (let number = 1; number <= total; number++) {
    await atQuestion(page, number);
    await answer(page, answers);
    await page.getByRole('button', { name: number === total ? 'Finish' : 'Next' }).click();
  }
  await expect(page.getByRole('button', { name: 'Close' })).toBeVisible();
}

/** Presses Tab until the control is focused. */
export async function tabTo(page: Page, control: Locator) {
  await expect(control).toBeVisible();
  for (let presses = 0; presses < 120; presses++) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab never reached the control');
}

/** Moves from the current question to question `number` with the buttons. */
export async function goToQuestion(page: Page, number: number) {
  await expect(heading(page)).toBeVisible();
  for (let at = await numberOnScreen(page); at !== number; at += at > number ? -1 : 1) {
    await page.getByRole('button', { name: at > number ? 'Previous' : 'Next' }).click();
    await atQuestion(page, at > number ? at - 1 : at + 1);
  }
}

const numberOnScreen = async (page: Page) =>
  Number(/Въпрос (\d+)/.exec((await heading(page).textContent()) ?? '')?.[1]);
