/** The report types of /verify that the specification leaves to the provider ("a real-time report type"). */
export interface ReportTypes {
  maritalStatus: string;
  aliveStatus: string;
}

/** Architecture 5. */
export const DEFAULT_REPORT_TYPES: ReportTypes = {
  maritalStatus: 'home_affairs_marital_status',
  aliveStatus: 'home_affairs_alive_status',
};
