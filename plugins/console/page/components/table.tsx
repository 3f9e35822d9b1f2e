import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { useLanguage } from '../language/language-context.js'
import { Icon } from './icon.js'
import { useScrollable } from './use-scrollable.js'

/** A column of a table. */
export interface Column<Row> {
  readonly name: string
  readonly title: string
  readonly cell: (row: Row) => ComponentChildren
  /** Whether rows can be sorted by it. */
  readonly isSortable?: boolean
  readonly isNumber?: boolean
  /** Whether only screen readers read its title. */
  readonly isTitleHidden?: boolean
}

interface TableProps<Row> {
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[] | undefined
  readonly keyOf: (row: Row) => string
  readonly isLoading?: boolean
  readonly empty?: ComponentChildren
  /** Name of the column by which the rows are sorted, with `-` in front for descending. */
  readonly sort?: string | undefined
  readonly onSort?: (sort: string) => void
  readonly selection?: ReadonlySet<string>
  readonly onSelect?: (keys: ReadonlySet<string>) => void
  /** Returns whether a row can be selected. Default: each can. */
  readonly isSelectable?: (row: Row) => boolean
  /** The label that screen readers read for the checkbox of a row. Default: the key of the row. */
  readonly labelOf?: (row: Row) => string
}

const SKELETON_ROWS = 8

/** A table. While it loads, it shows its previous rows; the first time, rows of grey bars. */
export const Table = <Row,>(props: TableProps<Row>) => {
  const { caption, columns, rows, keyOf, isLoading, empty, sort, onSort, selection, onSelect, labelOf } = props
  const { isSelectable = () => true } = props
  const { text } = useLanguage()
  const keys = rows?.filter(isSelectable).map(keyOf) ?? []
  const areAllSelected = keys.length > 0 && keys.every((key) => selection?.has(key))
  const toggle = (key: string) => {
    const next = new Set(selection)
    if (!next.delete(key)) next.add(key)
    onSelect?.(next)
  }
  /** Selects the rows of this page, or none of them. Those of other pages stay selected. */
  const toggleAll = () => {
    const others = [...(selection ?? [])].filter((key) => !keys.includes(key))
    onSelect?.(new Set(areAllSelected ? others : [...others, ...keys]))
  }
  if (rows?.length === 0) return <div class="empty">{empty ?? text.nothing}</div>
  return (
    <ScrollBox label={caption}>
      <table aria-busy={isLoading || undefined}>
        <caption class="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {onSelect && (
              <th class="check-cell" scope="col">
                <input
                  type="checkbox"
                  aria-label={text.selectAll}
                  checked={areAllSelected}
                  disabled={keys.length === 0}
                  onChange={toggleAll}
                />
              </th>
            )}
            {columns.map((column) => (
              <th key={column.name} scope="col" class={classOf(column)} aria-sort={orderOf(column.name, sort)}>
                {column.isSortable && onSort ? (
                  <button type="button" class="sort" onClick={() => onSort(nextSort(column.name, sort))}>
                    {column.title}
                    {orderOf(column.name, sort) && <Icon name={sort === column.name ? 'up' : 'down'} />}
                  </button>
                ) : (
                  <span class={column.isTitleHidden ? 'visually-hidden' : undefined}>{column.title}</span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows
            ? rows.map((row) => {
                const key = keyOf(row)
                return (
                  <tr key={key} class={selection?.has(key) ? 'selected' : undefined}>
                    {onSelect && (
                      <td class="check-cell">
                        {isSelectable(row) && (
                          <input
                            type="checkbox"
                            aria-label={labelOf?.(row) ?? key}
                            checked={selection?.has(key) ?? false}
                            onChange={() => toggle(key)}
                          />
                        )}
                      </td>
                    )}
                    {columns.map((column) => (
                      <td key={column.name} class={classOf(column)}>
                        {column.cell(row)}
                      </td>
                    ))}
                  </tr>
                )
              })
            : isLoading !== false &&
              Array.from({ length: SKELETON_ROWS }, (_, index) => (
                <tr key={index}>
                  {onSelect && <td class="check-cell" />}
                  {columns.map((column) => (
                    <td key={column.name} class={classOf(column)}>
                      <span class="skeleton" />
                    </td>
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}

/** A box around a table. If the table is wider or higher than the box, the keyboard can scroll it. */
const ScrollBox = ({ label, children }: { readonly label: string; readonly children: ComponentChildren }) => {
  const ref = useRef<HTMLDivElement>(null)
  const isScrollable = useScrollable(ref)
  const attributes = isScrollable ? ({ role: 'region', 'aria-label': label, tabIndex: 0 } as const) : {}
  return (
    <div ref={ref} class="table-scroll" {...attributes}>
      {children}
    </div>
  )
}

const classOf = ({ isNumber }: Pick<Column<never>, 'isNumber'>) => (isNumber ? 'number' : undefined)

function orderOf(name: string, sort: string | undefined): 'ascending' | 'descending' | undefined {
  return sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : undefined
}

const nextSort = (name: string, sort: string | undefined) => (sort === name ? `-${name}` : name)
