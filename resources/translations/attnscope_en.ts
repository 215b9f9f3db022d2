<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>Figures</name>
    <message numerus="yes">
        <source> · %n blocked row(s) excluded</source>
        <translation>
            <numerusform> · %n blocked row excluded</numerusform>
            <numerusform> · %n blocked rows excluded</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RefusalText</name>
    <message numerus="yes">
        <source>%n head(s)</source>
        <translation>
            <numerusform>%n head</numerusform>
            <numerusform>%n heads</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>attnscope::ui::ExportDialog</name>
    <message numerus="yes">
        <source>All &amp;heads (%n)</source>
        <translation>
            <numerusform>All &amp;heads (%n)</numerusform>
            <numerusform>All &amp;heads (%n)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All &amp;stages (%n)</source>
        <translation>
            <numerusform>All &amp;stages (%n)</numerusform>
            <numerusform>All &amp;stages (%n)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) already exist: %1</source>
        <translation>
            <numerusform>%n file already exists: %1</numerusform>
            <numerusform>%n files already exist: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>attnscope::ui::StatusPanel</name>
    <message numerus="yes">
        <source>%n row(s) without a visible key</source>
        <translation>
            <numerusform>%n row without a visible key</numerusform>
            <numerusform>%n rows without a visible key</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n NaN</source>
        <translation>
            <numerusform>%n NaN</numerusform>
            <numerusform>%n NaN</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n infinite</source>
        <translation>
            <numerusform>%n infinite</numerusform>
            <numerusform>%n infinite</numerusform>
        </translation>
    </message>
</context>
</TS>
