// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { followDialogs } from '@/ui/toast-place';

let host: HTMLElement;
let home: HTMLElement;
let messages: ReturnType<typeof followDialogs>;

function addDialog(parent: HTMLElement = document.body): HTMLDialogElement {
  const dialog = document.createElement('dialog');
  parent.append(dialog);
  return dialog;
}

/** Opens a dialog as a browser does: the `toggle` event follows once the dialog is open. */
function openDialog(dialog: HTMLDialogElement) {
  dialog.open = true;
  dialog.dispatchEvent(new Event('toggle'));
}

/** Closes a dialog as a browser does: `beforetoggle` comes before (not if `before` is false), `close` after. */
function closeDialog(dialog: HTMLDialogElement, before = true) {
  if (before) dialog.dispatchEvent(new Event('beforetoggle'));
  dialog.open = false;
  dialog.dispatchEvent(new Event('close'));
}

beforeEach(() => {
  HTMLDialogElement.prototype.getAnimations ??= () => [];
  home = document.createElement('div');
  host = document.createElement('div');
  home.append(host);
  document.body.append(home);
  messages = followDialogs(host);
});
afterEach(() => {
  messages.stop();
  document.body.replaceChildren();
});

test('messages move into a dialog that opens and leave it before it closes', async () => {
  const dialog = addDialog();
  openDialog(dialog);
  await expect.poll(() => host.parentElement).toBe(dialog);
  dialog.dispatchEvent(new Event('beforetoggle'));
  expect(host.parentElement).toBe(home);
});

test('messages follow the dialog on top and return to the one below', async () => {
  const below = addDialog();
  openDialog(below);
  await expect.poll(() => host.parentElement).toBe(below);
  const above = addDialog();
  openDialog(above);
  await expect.poll(() => host.parentElement).toBe(above);
  closeDialog(above);
  expect(host.parentElement).toBe(below);
  closeDialog(below);
  expect(host.parentElement).toBe(home);
});

test('a message finds a dialog that was open before, and survives its removal from the document', () => {
  const dialog = addDialog();
  dialog.open = true;
  messages.raise();
  expect(host.parentElement).toBe(dialog);
  dialog.remove();
  closeDialog(dialog, false);
  expect(host.parentElement).toBe(home);
  expect(host.isConnected).toBe(true);
});

test('a dialog that closes while it still moves does not keep the messages', async () => {
  const dialog = addDialog();
  openDialog(dialog);
  closeDialog(dialog);
  await Promise.resolve();
  await Promise.resolve();
  expect(host.parentElement).toBe(home);
});
