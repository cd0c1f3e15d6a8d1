import type { ReactNode, Ref } from 'react';

interface FormBodyProps {
  /** A record form, which moves the focus to its first invalid field. */
  form: { ref: Ref<HTMLFormElement> };
  children: ReactNode;
}

/** The form element of a record form. Only its buttons save: Enter in a field neither saves nor reloads the page. */
export const FormBody = ({ form, children }: FormBodyProps) => (
  <form
    ref={form.ref}
    noValidate
    method="dialog"
    onSubmit={(event) => event.preventDefault()}
    className="grid grid-cols-1 gap-4"
  >
    {children}
  </form>
);
