import { AlertDialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button, type ButtonLook } from './button.tsx'
import { useFocusReturn } from './focus-return.ts'

type Props = {
  open: boolean
  onClose: () => void
  title: string
  children?: ReactNode
  confirm?: { label: string; run: () => void; look?: ButtonLook; busy?: boolean } | undefined
  closeLabel: string
  failure?: string | null | undefined
}

/** Without `confirm` there is only the closing button, which gets the initial focus. */
export default function Dialog({ open, onClose, title, children, confirm, closeLabel, failure }: Props) {
  const focusReturn = useFocusReturn()
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-50 animate-fade bg-veil backdrop-blur-sm" />
        <AlertDialog.Content
          {...focusReturn}
          {...(children ? {} : { 'aria-describedby': undefined })}
          className="cut-lg fixed top-1/2 left-1/2 z-50 max-h-[85dvh] w-[calc(100vw-2rem)] max-w-lg -translate-x-1/2 -translate-y-1/2 animate-fade overflow-y-auto border border-violet/40 bg-raised p-6 shadow-lift sm:p-8"
        >
          <AlertDialog.Title className="text-xl leading-snug font-semibold">{title}</AlertDialog.Title>
          {children && (
            <AlertDialog.Description asChild>
              <div className="mt-3 text-muted">
                {children}
                {failure && (
                  <p role="alert" className="mt-3 text-bad">
                    {failure}
                  </p>
                )}
              </div>
            </AlertDialog.Description>
          )}
          <div className="mt-7 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
            <AlertDialog.Cancel asChild>
              <Button look={confirm ? 'outline' : 'primary'}>{closeLabel}</Button>
            </AlertDialog.Cancel>
            {confirm && (
              <Button look={confirm.look ?? 'primary'} busy={confirm.busy ?? false} onClick={confirm.run}>
                {confirm.label}
              </Button>
            )}
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
