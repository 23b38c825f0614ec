import type { Text } from '@tanker/domain/texts/text'

export const SETTING_LISTS = {
  'setting/base_data/station': {
    zh: '卸油的油站。点“新增”或“导入”添加，并画出围栏。',
    en: 'Stations where trucks unload. Choose Add or Import, then draw the fence.',
  },
  'setting/base_data/storage': {
    zh: '装油的油库。点“新增”或“导入”添加，并画出围栏。',
    en: 'Depots where trucks load. Choose Add or Import, then draw the fence.',
  },
  'setting/base_data/truck': {
    zh: '油罐车及其各仓、终端和阈值。点“新增”或“导入”添加。',
    en: 'Tank trucks with their compartments, terminals and limits. Choose Add or Import.',
  },
  'setting/base_data/company': { zh: '上下级组织。点“新增”添加下级组织。', en: 'Organisations and those below them. Choose Add.' },
  'setting/base_data/park': { zh: '停车场和服务区。点“新增”或“导入”添加。', en: 'Parking lots and service areas. Choose Add or Import.' },
  'setting/base_data/service_depot': {
    zh: '维修厂，在这里开盖视为已授权。点“新增”或“导入”添加。',
    en: 'Repair shops, where openings are authorised. Choose Add or Import.',
  },
  'setting/base_data/driver': {
    zh: '驾驶员及其证件和默认车辆。点“新增”或“导入”添加。',
    en: 'Drivers with their certificates and default trucks. Choose Add or Import.',
  },
  'setting/base_data/repair_card': {
    zh: '维修时用来开盖的卡。点“新增”或“导入”添加。',
    en: 'Cards that authorise openings for repairs. Choose Add or Import.',
  },
  'setting/base_data/device': {
    zh: '装在车上的设备台账。点“新增”或“导入”添加。',
    en: 'Devices installed on trucks. Choose Add or Import.',
  },
  'setting/base_data/tank_table': {
    zh: '每车每仓的液位容积表。点“新增”选择罐容表文件。',
    en: 'Tank tables of compartments. Choose Add and a table file.',
  },
  'setting/base_data/upgrade_mcu': {
    zh: '车载设备的固件升级。先在“固件库”上传固件，再新建升级。',
    en: 'Firmware upgrades. Upload a file to the firmware files first, then start an upgrade.',
  },
  'setting/device_parameter/params_files': {
    zh: '车上主机和控制器的参数文件。没有符合筛选的文件。',
    en: 'Parameter files of consoles and controllers. No file fits the filters.',
  },
  'setting/alarm_threshold/parameter': {
    zh: '下发给终端的单个参数：原值、新值和回读值。点“下发参数”后出现一行。',
    en: 'Single parameters sent to terminals: old value, new value and what was read back. A row appears when you choose Send parameters.',
  },
  'setting/device_parameter/upgrade_file': {
    zh: '可反复下发的文件和指令：主机和控制器固件、参数文件、罐容表、清除和重启。点“上传文件”添加，再点“下发”。',
    en: 'Files and commands to be sent again and again: firmware, parameter files, tank charts, clearing and restarting. Choose Add a file, then Send.',
  },
  'setting/device_parameter/send_message': {
    zh: '发给车辆的所有内容：文本、指令、参数、文件、罐容表和固件，及其进度和结果。下发后出现一行。',
    en: 'Everything that was sent to trucks: texts, commands, parameters, files, tank tables and firmware, with progress and result. A row appears when something is sent.',
  },
  'setting/alarm_threshold/oil_send': {
    zh: '下发给主机的油品：编号、名称、膨胀系数和标准密度，每种一行。点“下发油品”后出现。',
    en: 'Products sent to consoles: number, name, expansion coefficient and standard density, one row each. They appear when you choose Send products.',
  },
  'setting/alarm_threshold/remote_template': {
    zh: '保存的终端参数组合，可反复下发到车辆。点“新增”添加，再点“设置参数”。',
    en: 'Sets of terminal parameters, to be sent to trucks again and again. Choose Add, then Parameters.',
  },
  'setting/alarm_threshold/send_pwd': {
    zh: '驾驶员在主机上输入的一次性密码，主机无需联网即可核对。先在“车辆密钥”中设置密钥，再点“生成密码”。',
    en: 'One-time passwords that drivers enter at the console, which checks them without a network. Set up the key of the truck first, then choose Issue a password.',
  },
  'setting/alarm_threshold/remote': {
    zh: '下发给终端的即时指令：查询位置、密集上报、重启、车门加锁等。点“下发指令”后出现一行。',
    en: 'Commands to terminals: query the position, report closely, restart, lock the doors. A row appears when you choose Send a command.',
  },
  'setting/alarm_threshold/modify_record': {
    zh: '平台上改过的每个参数：阈值、终端参数和参数文件的字段，原值和新值。修改阈值或下发参数后出现一行。',
    en: 'Each parameter changed on the platform: thresholds, terminal parameters and fields of parameter files, old and new. A row appears when one is set or sent.',
  },
  'setting/device_parameter/params_record': {
    zh: '参数文件的读取和下发。在“参数文件”点“读取”后出现一行。',
    en: 'Reads and writes of parameter files. A row appears when you choose Read on Parameter files.',
  },
  'setting/device_parameter/params_bak': {
    zh: '车上参数文件的备份。下发前自动备份，或在“参数文件”点“备份”后出现一行。',
    en: 'What trucks had of their parameter files. A row appears before each write, or when you choose Back up on Parameter files.',
  },
  'setting/device_parameter/camera_setup': {
    zh: '每辆车主机上报的摄像头和录像设置。没有符合筛选的车辆。',
    en: 'Cameras and recording of each truck, as its console reports them. No truck fits the filters.',
  },
  'setting/base_data/tank_table_record': {
    zh: '下发到车辆的罐容表。在“罐容表管理”点“下发”后出现一行。',
    en: 'Tank tables sent to trucks. A row appears when you send one from Tank tables.',
  },
  'setting/base_data/enclosure_approval': {
    zh: '等待审批的围栏变更。有人新增或修改围栏后出现一行。',
    en: 'Fence changes that need approval. A row appears when someone adds or changes a fence.',
  },
  'setting/base_data/user_enclosure': {
    zh: '油库、油站、停车场、维修厂和自由区域的边界。点“新增”在地图上画出。',
    en: 'Borders of depots, stations, parking lots, repair shops and custom areas. Choose Add and draw one.',
  },
  'setting/base_data/atg_tank_table': { zh: '油站地下罐的容积表。点“新增”添加。', en: 'Tables of station tanks. Choose Add.' },
  'setting/base_data/upload_statistic': {
    zh: '每辆车每天的数据完整率。车辆上报后每小时统计。',
    en: 'How complete the data of each truck is. Counted every hour after a truck reports.',
  },
  'setting/base_data/test': {
    zh: '装车验收和检修后的设备检测。点“新建检测”开始。',
    en: 'Tests of the equipment of trucks. Choose New test.',
  },
  'setting/base_data/phone_number': {
    zh: '接收报警短信的号码。点“新增”或“导入”添加。',
    en: 'Numbers that receive alarms as text messages. Choose Add or Import.',
  },
  'setting/base_data/message_recharge': {
    zh: '短信账户的余额和充值。点“充值”后出现一行。',
    en: 'Balances and recharges of text message accounts. A row appears after a recharge.',
  },
  'setting/base_data/message_record': {
    zh: '发出的报警短信。有接收号码且报警发生后出现一行。',
    en: 'Text messages that were sent. A row appears when an alarm goes to a number.',
  },
  'setting/alarm_threshold/manage_patameter': {
    zh: '判断所用的参数：默认值，以及组织和车辆的自有值。点“设置参数”修改。',
    en: 'What everything is judged by: defaults, and the values of organisations and trucks. Choose Set parameters.',
  },
  'setting/alarm_threshold/threshold': {
    zh: '各组织和车辆的超速、停车、离线等限值。勾选后点“批量设置”修改。',
    en: 'Limits of speed, parking, silence and driving hours. Select rows and choose Set for selected.',
  },
  'setting/alarm_threshold/st_abnormal_oil_loading': {
    zh: '各组织和车辆判断异常装油的规则。勾选后点“批量设置”修改。',
    en: 'By what rules a loading is abnormal. Select rows and choose Set for selected.',
  },
  'setting/alarm_threshold/no_abnormal': {
    zh: '检修、标定等已知的打开不判为异常。点“新增”填写范围、原因和有效期。',
    en: 'Openings that are known to be normal, such as repairs. Choose Add: where, why and until when.',
  },
  'setting/alarm_threshold/alarm_ding_talk': { zh: '接收报警的群机器人。点“新增”添加。', en: 'Robots of chat groups. Choose Add.' },
  'setting/alarm_threshold/notice_log': { zh: '发出报警邮件或机器人消息后出现一行。', en: 'A row appears when an alarm is sent.' },
  'setting/privilege_account/role': {
    zh: '角色决定能看哪些页面、能按哪些按钮。点“新增”添加。',
    en: 'Roles decide which screens and buttons users have. Choose Add.',
  },
  'airtight_detection/real_status': {
    zh: '装有密闭性检测仪的车辆，检测仪一天内上报过的各占一行。',
    en: 'Trucks with an airtightness test box that has reported within a day, one row each.',
  },
  'airtight_detection/bz_airtight_detection': {
    zh: '检测仪每次保压检测一行，附压力曲线和检测单。一年内须再检。',
    en: 'Each test of a test box, with its curve and a record to print. A test counts for a year.',
  },
  'airtight_detection/text_send': {
    zh: '发给驾驶员的文本，在车载终端上显示或播报。点“发送文本”后出现一行。',
    en: 'Texts to drivers, shown or read out by the terminal in the cab. A row appears when you choose Send a text.',
  },
  'setting/privilege_account/user': { zh: '可以登录的用户。点“新增”添加。', en: 'Users who may sign in. Choose Add.' },
} as const satisfies Readonly<Record<string, Text>>
