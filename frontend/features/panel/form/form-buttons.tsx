// Buttons of a panel form: confirm or cancel; readers get one button.
import { Button, type ButtonLook } from '#frontend/ui/button.tsx'

/** `instead`: the other button's words, where 'Cancelar' would be ambiguous. */
export type Confirm = { label: string; instead?: string; look?: ButtonLook }

type Props = {
  confirm?: Confirm
  mayChange?: boolean
  busy: boolean
  onClose: () => void
}

export function FormButtons({ confirm = { label: 'Confirmar' }, mayChange = true, busy, onClose }: Props) {
  return (
    <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
      <Button look="outline" onClick={onClose}>
        {mayChange ? (confirm.instead ?? 'Cancelar') : 'Cerrar'}
      </Button>
      {mayChange && (
        <Button type="submit" look={confirm.look ?? 'primary'} busy={busy}>
          {confirm.label}
        </Button>
      )}
    </div>
  )
}
