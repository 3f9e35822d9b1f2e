import type { Snapshot } from '@plinth/client'
import { Button } from '../../../components/button.js'
import type { Column } from '../../../components/table.js'
import { Time } from '../../../components/time.js'
import type { Language } from '../../../language/language-context.js'
import { ActorName } from '../plans/actor-name.js'
import { DeleteSnapshot } from './delete-snapshot.js'

interface SnapshotActions {
  /** Whether a plan or download is running. */
  readonly isBusy: boolean
  readonly onRollBack: (id: string) => void
  readonly onDownload: (id: string) => void
  readonly onDeleted: () => void
}

/** Returns the columns of a list of snapshots. */
export function snapshotColumns({ text, number }: Language, actions: SnapshotActions): readonly Column<Snapshot>[] {
  const { isBusy, onRollBack, onDownload, onDeleted } = actions
  return [
    {
      name: 'at',
      title: text.snapshots.takenAt,
      cell: ({ taken_at, taken_by }) => (
        <div class="narrow-cell">
          <Time at={taken_at} />
          <br />
          <ActorName actor={taken_by} />
        </div>
      ),
    },
    {
      name: 'reason',
      title: text.snapshots.reason,
      cell: ({ reason, note }) => (
        <div class="wide-cell">
          {text.snapshots.reasons[reason]}
          {note && (
            <>
              <br />
              <bdi class="muted">{note}</bdi>
            </>
          )}
        </div>
      ),
    },
    {
      name: 'changes',
      title: text.snapshots.changed,
      cell: ({ reason, changes: { add, update, remove } }) =>
        reason === 'request' ? '–' : text.snapshots.changes(number(add), number(update), number(remove)),
    },
    {
      name: 'size',
      title: text.snapshots.size,
      isNumber: true,
      cell: ({ bytes }) => text.configuration.kilobytes(number(Math.ceil(bytes / 1024))),
    },
    {
      name: 'actions',
      title: text.actions,
      isTitleHidden: true,
      cell: ({ id }) => (
        <div class="wide-cell row">
          <Button isRunning={isBusy} onClick={() => onRollBack(id)}>
            {text.snapshots.rollBack}
          </Button>
          <Button isRunning={isBusy} onClick={() => onDownload(id)}>
            {text.snapshots.download}
          </Button>
          <DeleteSnapshot snapshot={id} onDeleted={onDeleted} />
        </div>
      ),
    },
  ]
}
