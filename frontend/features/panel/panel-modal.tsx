// A modal form of the panel.
import { Dialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { useFocusReturn } from '#frontend/ui/focus-return.ts'

type Props = { title: string; onClose: () => void; children: ReactNode }

/** Escape closes; clicks outside don't, to protect typed input. The focus returns. */
export function PanelModal({ title, onClose, children }: Props) {
  const focusReturn = useFocusReturn()
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 animate-fade bg-veil backdrop-blur-sm" />
        <Dialog.Content
          aria-describedby={undefined}
          {...focusReturn}
          onInteractOutside={(event) => event.preventDefault()}
          className="cut-lg fixed top-1/2 left-1/2 z-50 max-h-[92dvh] w-[calc(100vw-2rem)] max-w-2xl -translate-x-1/2 -translate-y-1/2 animate-fade overflow-y-auto border border-violet/40 bg-raised p-6 shadow-lift sm:p-8"
        >
          <Dialog.Title className="mb-6 text-xl leading-snug font-semibold">{title}</Dialog.Title>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
