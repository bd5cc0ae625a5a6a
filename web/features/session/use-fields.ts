import { type FormEvent, useState } from 'react';

type Values = Record<string, string | boolean>;
/** A sentence for what is wrong with a value, or null. */
type Checks<V extends Values> = { [K in keyof V]?: (value: V[K], all: V) => string | null };
type Errors<V extends Values> = { [K in keyof V]?: string | undefined };

function failures<V extends Values>(values: V, checks: Checks<V>): Errors<V> {
  const found: Errors<V> = {};
  for (const name of Object.keys(values) as (keyof V)[]) {
    const sentence = checks[name]?.(values[name], values);
    if (sentence != null) found[name] = sentence;
  }
  return found;
}

function focusFirst(form: HTMLFormElement, errors: object): void {
  const fields = [...form.querySelectorAll('input')];
  fields.find((field) => Object.hasOwn(errors, field.name))?.focus();
}

/** Values, checks and errors of a small form; checked when it is sent, and a field's error goes when it is changed. */
export function useFields<V extends Values>(initial: V, checks: Checks<V>) {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Errors<V>>({});
  const set = <K extends keyof V>(name: K, value: V[K]) => {
    setValues((before) => ({ ...before, [name]: value }));
    setErrors((before) => ({ ...before, [name]: undefined }));
  };
  return {
    set,
    setErrors: (found: Record<string, string>) => setErrors(found),
    /** Props of a text field. */
    text: <K extends keyof V & string>(name: K) => ({
      name,
      value: String(values[name]),
      error: errors[name],
      onChange: (event: { currentTarget: HTMLInputElement }) => set(name, event.currentTarget.value as V[K]), // a text field's name is given
    }),
    /** Props of a checkbox. */
    check: <K extends keyof V & string>(name: K) => ({
      name,
      checked: values[name] === true,
      error: errors[name],
      onChange: (event: { currentTarget: HTMLInputElement }) => set(name, event.currentTarget.checked as V[K]), // a checkbox's name is given
    }),
    /** Handler of the form: `act` runs when every check passed, else the first wrong field takes the focus. */
    submit: (action: (values: V) => Promise<void>) => (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      const found = failures(values, checks);
      setErrors(found);
      if (Object.keys(found).length > 0) focusFirst(event.currentTarget, found);
      else void action(values);
    },
  };
}

/** Whether a text looks like an e-mail address; the server and the mail decide. */
export function isEmail(text: string): boolean {
  return /^\S+@\S+\.\S+$/.test(text.trim());
}
