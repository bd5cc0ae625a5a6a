import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useState } from 'react';
import { useUiTexts } from './texts.tsx';

/** A field for a password or another secret inside of a form; its eye says in the reader's language what it does. */
export function PasswordField(props: PasswordInputProps) {
  const texts = useUiTexts();
  const [shown, setShown] = useState(false);
  return (
    <PasswordInput
      {...props}
      visible={shown}
      onVisibilityChange={setShown}
      visibilityToggleButtonProps={{ 'aria-label': shown ? texts.hidePassword : texts.showPassword }}
    />
  );
}
