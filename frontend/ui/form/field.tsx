import { CircleAlert } from 'lucide-react'
import { type InputHTMLAttributes, type ReactNode, type Ref, type TextareaHTMLAttributes, useId } from 'react'

export const inputLook =
  'w-full min-h-12 scroll-my-24 rounded-lg border border-edge bg-ink/70 px-4 text-base text-text placeholder:text-muted/85 transition hover:border-violet-soft aria-invalid:border-bad'

type Framed = { id: string; label: string; error?: string | undefined; hint?: string | undefined }
type Props = InputHTMLAttributes<HTMLInputElement> &
  Omit<Framed, 'id'> & { offered?: readonly string[] | undefined; after?: ReactNode; ref?: Ref<HTMLInputElement> }

/** The error is tied to the input and announced; `offered`: suggested values; `after` sits inside at the right. */
export function Field({ id: given, label, error, hint, offered, after, autoComplete = 'off', ...rest }: Props) {
  const own = useId()
  const id = given ?? own
  const list = offered && `${id}-offered`
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint}>
      <div className="relative">
        <input
          {...{ autoComplete, list, ...rest }}
          {...tied({ id, error, hint })}
          className={`${inputLook} ${after ? 'pr-14' : ''}`}
        />
        {list && <Offered id={list} texts={offered} />}
        {after && <div className="absolute inset-y-0 right-1 grid place-items-center">{after}</div>}
      </div>
    </FieldFrame>
  )
}

export function Offered({ id, texts }: { id: string; texts: readonly string[] }) {
  return (
    <datalist id={id}>
      {texts.map((text) => (
        <option key={text}>{text}</option>
      ))}
    </datalist>
  )
}

type TextProps = TextareaHTMLAttributes<HTMLTextAreaElement> & Framed & { ref?: Ref<HTMLTextAreaElement> }

export function TextArea({ id, label, error, className = '', ...rest }: TextProps) {
  return (
    <FieldFrame id={id} label={label} error={error}>
      <textarea {...tied({ id, error })} {...rest} className={`${inputLook} py-3 ${className}`} />
    </FieldFrame>
  )
}

/** `hint` describes the expected input; an error replaces it for screen readers. */
export function FieldFrame({ id, label, error, hint, children }: Framed & { children: ReactNode }) {
  return (
    <div className="flex flex-col gap-2">
      <label htmlFor={id} className="text-sm font-medium text-muted">
        {label}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      <FieldMessage id={`${id}-error`} text={error} />
    </div>
  )
}

export function tied({ id, error, hint }: Pick<Framed, 'id' | 'error' | 'hint'>) {
  const describedBy = hint && !error ? `${id}-hint` : `${id}-error`
  return { id, 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy } as const
}

/** Always in the page, so that new text is announced. */
export function FieldMessage({ id, text }: { id: string; text: string | undefined }) {
  return (
    <p id={id} aria-live="polite" className="flex items-start gap-1.5 text-sm text-bad empty:hidden">
      {text && <CircleAlert className="mt-0.5 size-4 shrink-0" />}
      {text}
    </p>
  )
}
