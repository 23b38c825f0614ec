import { text } from '../../../platform/language.ts'
import { type ActionProps, opens } from '../../../report/actions.ts'
import { BackupDifferences, BesideBackup, ClosableDialog } from '../compared-backup.tsx'

const WORDS = {
  same: { zh: '备份与车上的内容相同', en: 'The backup and the truck’s file are the same' },
  unknown: {
    zh: '目录中的参数都相同，只有目录以外的行（如注释）不同',
    en: 'All fields of the catalogue are the same; only other lines differ, such as comments',
  },
  differ: { zh: '不同的参数：车上上次上报的值 → 备份的值', en: 'Fields that differ: what the truck reported last → the backup' },
} as const

/** What differs between the backup of a row and what its truck reported last. */
const CompareDialog = ({ row, onClose }: ActionProps) => (
  <BesideBackup row={row} onClose={onClose}>
    {({ same, differences }, title) => (
      <ClosableDialog title={title} onClose={onClose}>
        <p className="dialog-note">{text(same ? WORDS.same : differences.length === 0 ? WORDS.unknown : WORDS.differ)}</p>
        <BackupDifferences differences={differences} />
      </ClosableDialog>
    )}
  </BesideBackup>
)

export default opens(CompareDialog)
