import type { ReactNode } from 'react'
import type { CartDifference } from '#frontend/api.ts'

type Props<Difference> = {
  differences: readonly Difference[]
  /** Follows the product's name. */
  sentence: (difference: Difference) => string
  children?: ReactNode
}

export function DifferenceList<Difference extends Pick<CartDifference, 'id' | 'type' | 'name'>>({
  differences,
  sentence,
  children,
}: Props<Difference>) {
  return (
    <ul className="mt-4 flex flex-col gap-3">
      {differences.map((difference) => (
        <li key={`${difference.type}-${difference.id}`} className="border-l-2 border-warn pl-3">
          <strong className="text-text">{difference.name}</strong>: {sentence(difference)}
        </li>
      ))}
      {children}
    </ul>
  )
}
