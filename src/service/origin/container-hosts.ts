/** The addresses of ECS and of EKS, which answer by http to their own containers alone: a proxy would be told the token, and reach nothing. */
const containerHosts: readonly string[] = ['169.254.170.2', '169.254.170.23', '[fd00:ec2::23]'];

/** Tells whether a host gives a container its credentials. */
export function isContainerHost(hostname: string): boolean {
  return containerHosts.includes(hostname);
}
