import type { ReactNode } from 'react'

const icon =
  (drawing: ReactNode, size = 18) =>
  () => (
    <svg
      viewBox="0 0 20 20"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {drawing}
    </svg>
  )

export const MenuIcon = icon(<path d="M3 5h14M3 10h14M3 15h14" />)
export const MoreIcon = icon(<path d="M5 10h.01M10 10h.01M15 10h.01" strokeWidth="2.600" />)
export const BellIcon = icon(<path d="M5 8a5 5 0 0 1 10 0c0 5 2 6 2 6H3s2-1 2-6zM8 17h4" />)
export const BellOffIcon = icon(<path d="M5 8a5 5 0 0 1 8.500-3.500M15 8c0 5 2 6 2 6H7M8 17h4M3 3l14 14M5 8c0 5-2 6-2 6h1" />)
export const SunIcon = icon(
  <path d="M10 6.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7zM10 1.500v2M10 16.500v2M1.500 10h2M16.500 10h2M4 4l1.400 1.400M14.600 14.600 16 16M4 16l1.400-1.400M14.600 5.400 16 4" />,
)
export const MoonIcon = icon(<path d="M16.500 12A7 7 0 1 1 8 3.500 5.500 5.500 0 0 0 16.500 12z" />)
export const PersonIcon = icon(
  <path d="M10 10a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM3.500 17c.5-3.500 3-5 6.500-5s6 1.500 6.500 5" />,
)
export const DownloadIcon = icon(<path d="M10 3v9M6.500 8.500 10 12l3.500-3.500M4 16.500h12" />)
export const HelpIcon = icon(
  <path d="M10 2.500a7.500 7.500 0 1 0 0 15 7.500 7.500 0 0 0 0-15zM7.800 7.800a2.200 2.200 0 1 1 3.300 1.900c-.8.5-1.100.9-1.100 1.800M10 14v.2" />,
)
export const CloseIcon = icon(<path d="M5 5l10 10M15 5 5 15" />)
export const BackIcon = icon(<path d="M12 4l-6 6 6 6" />)
export const TickIcon = icon(<path d="M4 10.500l4 4 8-9" />)
export const CalendarIcon = icon(<path d="M3 5h14v12H3zM3 9h14M7 3v3M13 3v3" />)
export const SirenIcon = icon(<path d="M5 15V10a5 5 0 0 1 10 0v5M3 15h14v2.500H3zM10 2V1M3.500 5 2.700 4.300M16.500 5l.8-.7M10 8v4" />)
export const SearchIcon = icon(<path d="M9 3a6 6 0 1 0 0 12A6 6 0 0 0 9 3zM13.500 13.500 17 17" />)
export const StarIcon = icon(<path d="M10 3l2.200 4.500 5 .7-3.600 3.500.8 5L10 14.300 5.600 16.700l.8-5L2.800 8.200l5-.7z" />)
export const LocateIcon = icon(<path d="M10 5a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM10 2v3M10 15v3M2 10h3M15 10h3M10 9.500v1" />)
export const FollowIcon = icon(<path d="M16.500 3.500 11.500 17 9 11 3 8.500z" />)
export const RulerIcon = icon(<path d="M2.500 13.500 13.500 2.500l4 4L6.500 17.500zM6 10l1.500 1.500M8.500 7.500l2 2M11 5l1.500 1.500" />)
export const WallIcon = icon(<path d="M3 7V3.500h4M13 3.500h4V7M17 13v3.500h-4M7 16.500H3V13" />)
export const ClapperIcon = icon(<path d="M3 8.500h14V16.500H3zM3 8.500 2.500 5.500 16 3l.5 3zM6.500 5l1.500 2.500M11 4l1.500 2.700" />)
export const PanelIcon = icon(<path d="M3 4h14v12H3zM8 4v12" />)
export const ColumnsIcon = icon(<path d="M3 4h14v12H3zM7.700 4v12M12.300 4v12" />)
export const ChevronUpIcon = icon(<path d="M5 12.500l5-5 5 5" />)
export const ChevronDownIcon = icon(<path d="M5 7.500l5 5 5-5" />)
export const OpenIcon = icon(<path d="M4 7l6 6 6-6" strokeWidth="2.400" />, 12)
export const ClosedIcon = icon(<path d="M7 4l6 6-6 6" strokeWidth="2.400" />, 12)
export const AscendingIcon = icon(<path d="M5 12l5-6 5 6z" fill="currentColor" />, 12)
export const DescendingIcon = icon(<path d="M5 8l5 6 5-6z" fill="currentColor" />, 12)
export const SortableIcon = icon(<path d="M6 8l4-4 4 4M6 12l4 4 4-4" />, 12)
export const NoLineIcon = icon(
  <path d="M3 3l14 14M2 8a12 12 0 0 1 4-2.500M9 5a12 12 0 0 1 9 3M5 11.500a7 7 0 0 1 4-2M13.500 10a7 7 0 0 1 1.500 1.500M10 15.500v.2" />,
)
export const UploadIcon = icon(<path d="M10 13V4M6.500 7.500L10 4l3.500 3.500M4 12.500v3h12v-3" />)
export const StorageIcon = icon(<path d="M3 5c0-3 14-3 14 0v10c0 3-14 3-14 0zM3 5c0 3 14 3 14 0M3 10c0 3 14 3 14 0" />)
export const FenceIcon = icon(<path d="M4 6l7-3 5.500 4.500L14.500 16l-9 1zM4 6h.1M11 3h.1M16.500 7.500h.1" />)
