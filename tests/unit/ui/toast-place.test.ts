// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { modalChanged, placeMessages } from '@/ui/toast-place';

let host: HTMLElement;
let home: HTMLElement;
let putBack: () => void;

function addDialog(): HTMLDialogElement {
  const dialog = document.createElement('dialog');
  document.body.append(dialog);
  return dialog;
}

function setOpen(dialog: HTMLDialogElement, open: boolean) {
  dialog.open = open;
  modalChanged(dialog);
}

beforeEach(() => {
  home = document.createElement('div');
  host = document.createElement('div');
  home.append(host);
  document.body.append(home);
  putBack = placeMessages(host, home);
});
afterEach(() => {
  putBack();
  document.body.replaceChildren();
});

test('messages are in the dialog that opened last and return to the one below', () => {
  const [above, below] = [addDialog(), addDialog()];
  setOpen(below, true);
  expect(host.parentElement).toBe(below);
  setOpen(above, true);
  expect(host.parentElement).toBe(above);
  setOpen(above, false);
  expect(host.parentElement).toBe(below);
  setOpen(below, false);
  expect(host.parentElement).toBe(home);
});

test('messages that load while a dialog is open appear in it, and return when they are removed', () => {
  putBack();
  const dialog = addDialog();
  setOpen(dialog, true);
  expect(host.parentElement).toBe(home);
  putBack = placeMessages(host, home);
  expect(host.parentElement).toBe(dialog);
  putBack();
  expect(host.parentElement).toBe(home);
  setOpen(dialog, false);
});
