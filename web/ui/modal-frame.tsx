import './app-styles.ts';
import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useUiTexts } from './texts.tsx';
import { useFocusBack } from './use-focus-back.ts';
import { useMobile } from './use-mobile.ts';
import { useOverlay } from './use-overlay.ts';

export type ModalFrameProps = {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** Width in px on a desktop; a phone shows the whole screen when `wide`. */
  width?: number;
  /** A click beside it does not close it, because something was typed. */
  staysOnOutsideClick?: boolean;
  children: ReactNode;
};

/** A dialog over the page: focus stays inside and returns to where it was. */
export function ModalFrame({
  opened,
  onClose,
  title,
  width = 480,
  staysOnOutsideClick = false,
  children,
}: ModalFrameProps) {
  const texts = useUiTexts();
  const mobile = useMobile();
  useFocusBack(opened);
  const overlay = useOverlay(opened, onClose);
  return (
    <Modal
      {...overlay}
      title={title}
      closeOnClickOutside={!staysOnOutsideClick}
      size={width}
      fullScreen={mobile && width > 480}
      closeButtonProps={{ 'aria-label': texts.close }}
      styles={{ title: { fontWeight: 600, fontSize: 16, lineHeight: 1.35 } }}
    >
      {children}
    </Modal>
  );
}
