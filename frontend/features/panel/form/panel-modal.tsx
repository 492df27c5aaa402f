import { Dialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { useFocusReturn } from '#frontend/ui/focus-return.ts'

type Props = { title: string; about?: ReactNode; isNarrow?: boolean; onClose: () => void; children: ReactNode }

/** Escape closes; clicks outside don't, to protect typed input. The focus returns to the opener. */
export function PanelModal({ title, about, isNarrow = false, onClose, children }: Props) {
  const focusReturn = useFocusReturn()
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 animate-fade bg-veil backdrop-blur-sm" />
        <Dialog.Content
          {...(about === undefined && { 'aria-describedby': undefined })}
          {...focusReturn}
          onInteractOutside={(event) => event.preventDefault()}
          className={`cut-lg fixed top-1/2 left-1/2 z-50 max-h-[92dvh] w-[calc(100vw-2rem)] ${isNarrow ? 'max-w-lg' : 'max-w-2xl'} -translate-x-1/2 -translate-y-1/2 animate-fade overflow-y-auto border border-violet/40 bg-raised p-6 shadow-lift sm:p-8`}
        >
          <Dialog.Title className="mb-6 text-xl leading-snug font-semibold">{title}</Dialog.Title>
          {about !== undefined && <Dialog.Description className="-mt-3 mb-5 text-muted">{about}</Dialog.Description>}
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
