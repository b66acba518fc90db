/// A format of encrypted files.
public protocol ContainerFormat {}
