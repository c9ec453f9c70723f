# PowerShell completion for genctl. Made from the command table by npm run generate; not edited by hand.

Register-ArgumentCompleter -Native -CommandName genctl -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    # A command's words: its subcommands, its flags with what each takes, and what its arguments are.
    # A kind: '' takes no value, '-' anything, '=a b' one of those, else something to look up.
    $table = @{
@TABLE@
    }
    $globals = [ordered]@{
@GLOBALS@
    }

    $words = @($commandAst.CommandElements |
        Where-Object { $_.Extent.EndOffset -lt $cursorPosition -or $_.Extent.StartOffset -eq 0 } |
        ForEach-Object { $_.Extent.Text.Trim("'", '"') })
    $typed = $wordToComplete.Trim("'", '"')

    $path = ''
    $count = 0
    $kind = ''
    foreach ($word in $words | Select-Object -Skip 1) {
        $entry = $table[$path]
        if ($kind) { $kind = '' }
        elseif ($word -like '-*') {
            if ($entry.Flags.Contains($word)) { $kind = $entry.Flags[$word][0] }
            elseif ($globals.Contains($word)) { $kind = $globals[$word][0] }
        }
        elseif ($count -eq 0 -and $entry.Commands.Contains($word)) { $path = "$path $word".Trim() }
        else { $count++ }
    }
    $entry = $table[$path]

    # Each offer is a word and what it is; a word that PowerShell would read otherwise is quoted (@last above all).
    function Show-Offer($word, $says) {
        if (-not $word.StartsWith($typed)) { return }
        $text = $word
        if ($word -notmatch '^[A-Za-z0-9-][A-Za-z0-9./:_=-]*$') { $text = "'$word'" }
        if (-not $says) { $says = $word }
        [System.Management.Automation.CompletionResult]::new($text, $word, 'ParameterValue', $says)
    }
    function Show-Kind($wanted) {
        if ($wanted.StartsWith('=')) { $wanted.Substring(1).Split(' ') | ForEach-Object { Show-Offer $_ '' } }
        elseif ($wanted -notin '', '-', 'file', 'folder', 'text') {
            $asked = if ($wanted -eq 'job-or-file') { 'job' } else { $wanted }
            & $words[0] __complete $asked $typed @($words | Select-Object -Skip 1) 2>$null | ForEach-Object {
                $parts = $_ -split "`t", 2
                Show-Offer $parts[0] $parts[1]
            }
        }
    }

    if ($kind) { Show-Kind $kind }
    elseif ($typed -like '-*') {
        foreach ($flags in $entry.Flags, $globals) {
            foreach ($flag in $flags.Keys) { Show-Offer $flag $flags[$flag][1] }
        }
    }
    else {
        if ($count -eq 0) {
            foreach ($name in $entry.Commands.Keys) { Show-Offer $name $entry.Commands[$name] }
        }
        $place = if ($entry.Repeats) { [Math]::Min($count, $entry.Arguments.Count - 1) } else { $count }
        if ($place -ge 0 -and $place -lt $entry.Arguments.Count) { Show-Kind $entry.Arguments[$place] }
    }
}
