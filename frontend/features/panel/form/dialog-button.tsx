import { type ComponentProps, type ReactNode, useState } from 'react'
import { Button } from '#frontend/ui/button.tsx'

type Props = ComponentProps<typeof Button> & { dialog: (onClose: () => void) => ReactNode }

/** A button and the dialog that it opens. */
export function DialogButton({ dialog, ...rest }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button {...rest} onClick={() => setOpen(true)} />
      {isOpen && dialog(() => setOpen(false))}
    </>
  )
}
