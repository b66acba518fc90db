/// Algorithms that no longer protect: for reading old data and for talking to old programs.
public enum Insecure {}
