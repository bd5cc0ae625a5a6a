/** Moves the focus to the first field in `place` that was refused, once what is wrong is drawn. */
export function focusFirstInvalid(place: ParentNode | null | undefined): void {
  setTimeout(() => place?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
